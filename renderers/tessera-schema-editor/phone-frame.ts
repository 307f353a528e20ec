// The canvas of a phone is a document of its own: it is as dark as the console around it.

/** Keeps the frame in this box as dark as the page; answers the function that ends it. */
export function darkenFrame(box: HTMLElement): () => void {
  const here = document.documentElement
  const apply = () => {
    const inside = box.querySelector('iframe')?.contentDocument?.documentElement
    if (inside && inside.classList.contains('is-dark') !== here.classList.contains('is-dark')) inside.classList.toggle('is-dark')
  }
  // The editor puts the frame in when it is ready, and the document in it after that.
  const inBox = new MutationObserver(apply)
  inBox.observe(box, { childList: true, subtree: true })
  const around = new MutationObserver(apply)
  around.observe(here, { attributes: true, attributeFilter: ['class'] })
  box.addEventListener('load', apply, true)
  apply()
  return () => {
    inBox.disconnect()
    around.disconnect()
    box.removeEventListener('load', apply, true)
  }
}
