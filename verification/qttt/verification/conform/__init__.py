"""Tests any engine against the rules: questions go through a pipe, answers come back and are compared.

`protocol` is the form of the lines, `pipe` the child process, `session` asks many questions ahead of their answers,
`levels` compares, `report` writes down what came out, and `server` lets the implementations of this project answer.
"""
