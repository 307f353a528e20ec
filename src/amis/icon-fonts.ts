// Icons of Font Awesome and iconfont, by their class names: pages made for amis name them everywhere. The sheets are big and most screens need
// neither, so each is loaded when the first element that wants it is drawn: such an element begins an animation, which the page tells of.
import '../styles/icon-fonts.css'

const SHEETS: Record<string, () => Promise<unknown>> = {
  't-wants-font-awesome': () => import('./font-awesome.ts'),
  't-wants-iconfont': () => import('amis/sdk/iconfont.css'),
}
const asked = new Set<string>()

document.addEventListener('animationstart', ({ animationName }) => {
  const load = SHEETS[animationName]
  if (!load || asked.has(animationName)) return
  asked.add(animationName)
  // Asked for again by the next element.
  load().catch(() => asked.delete(animationName))
})
