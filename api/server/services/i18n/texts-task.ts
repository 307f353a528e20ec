// Reading texts off the bodies of pages as a task: an app may have hundreds of large ones.
import { textsOfPage } from '../../../models/app-texts.ts'
import type { Words } from '../../../screen-texts.ts'
import { task } from '../foundation/workers.ts'

/** A text of a body, with the first place where it stands and the number of them. */
export interface BodyText {
  text: string
  path: string
  times: number
  own?: Words
}

export const readBodies = task({
  name: 'i18n.readBodies',
  lane: 'quick',
  from: 1_000_000,
  run: ({ bodies }: { bodies: string[] }): BodyText[][] =>
    bodies.map(body => {
      const found = new Map<string, BodyText>()
      for (const { text, path, own } of textsOfPage(JSON.parse(body))) {
        const there = found.get(text)
        if (there) {
          there.times++
          if (own) there.own = { ...own, ...there.own }
        } else found.set(text, { text, path: path.join('/'), times: 1, ...(own && { own }) })
      }
      return [...found.values()]
    }),
})
