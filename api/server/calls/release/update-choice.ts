import { fieldError } from '../../errors.ts'
import { UPDATE_SECTIONS, type UpdateChoice } from '../../services/packages/index.ts'

interface Given {
  parts?: string | undefined
  overWriteOldConfig?: string | undefined
  removeOldStuff?: string | undefined
}

/** What was chosen of a package, out of the fields of a form. */
export function updateChoice({ parts, overWriteOldConfig, removeOldStuff }: Given): UpdateChoice {
  return {
    parts: parts ? partsIn(parts) : undefined,
    sections: overWriteOldConfig === undefined ? UPDATE_SECTIONS : overWriteOldConfig.split(','),
    removesOld: removeOldStuff === 'true' || removeOldStuff === '1',
  }
}

function partsIn(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list) && list.every(one => typeof one === 'string')) return list
  } catch {
    // Told below.
  }
  throw fieldError('request.invalid', 'parts', 'Not a list of parts')
}
