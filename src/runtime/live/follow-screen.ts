// A screen of the console that shows rows of an app follows their changes as running pages do.
import { appBase } from '../addresses.ts'
import { createRead, followRows } from './follow.ts'
import { createReader, modelOf } from './parts.ts'

/** `read` hands over the addresses that the screen has asked for, and each one after; answers how to stop. */
export function followScreen(
  place: { companyKey: string; appUrlKey: string },
  scope: () => unknown,
  read: (tell: (url: string) => void) => () => void,
): () => void {
  const models = createRead()
  const unlisten = read(url => {
    const model = modelOf(url)
    if (model) models.add(model)
  })
  const reader = createReader(scope)
  const stop = followRows(appBase(place), models, change => reader.changed(change))
  return () => {
    unlisten()
    stop()
    reader.stop()
  }
}
