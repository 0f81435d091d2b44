"""Tests any engine against the rules: questions go through a pipe, answers come back and are compared.

`protocol` is the form of the lines, `pipe` the child process, and `session` asks many questions ahead of their answers.
`levels` runs `vectors`, `counts` and `campaigns` of random games; `differences` names the rule that a wrong answer
breaks, `diagnosis` a known error or a reading that gives every answer, `identify` the nearest reading. `results` and
`report` write down what came out, and `server` lets the implementations of this project answer.
"""
