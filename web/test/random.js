/** A generator of numbers from 0 to below n, each time the same. @param {number} seed */
export const random = (seed) => (/** @type {number} */ n) => (seed = (seed * 48271) % 2147483647) % n;
