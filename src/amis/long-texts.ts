// A text that is too long for its field is told, not cut: what is pasted beyond a browser's limit is gone without a word. amis knows the limit too and
// says so when the form is checked.
const FIELDS = 'input[maxlength], textarea[maxlength]'

/** Lets fields below an element take whatever is typed; returns the function that ends it. */
export function takeLongTexts(root: Element): () => void {
  const free = ({ target }: Event) => {
    if (target instanceof Element && target.matches(FIELDS)) target.removeAttribute('maxlength')
  }
  root.addEventListener('focusin', free)
  return () => root.removeEventListener('focusin', free)
}
