// What ajv's generated validators call at run time; our own copies, so that they are plain ES modules. JavaScript as they are: tests have Node read both as
// they stand, where turning six megabytes of validators into what a test runner reads took longer than many a test.

/** Length of a string in Unicode code points, as JSON Schema counts it. */
export function ucs2length(text) {
  let length = 0
  for (let at = 0; at < text.length; at++) {
    length++
    const unit = text.charCodeAt(at)
    if (unit >= 0xd800 && unit <= 0xdbff && at + 1 < text.length && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at++
  }
  return length
}

/** Deep equality of two JSON values. */
export function equal(a, b) {
  if (a === b) return true
  if (!a || !b || typeof a !== 'object' || typeof b !== 'object' || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every(key => key in b && equal(a[key], b[key]))
}

/** Errors so far, and one more. */
export function withError(errors, error) {
  if (errors === null) return [error]
  errors.push(error)
  return errors
}
