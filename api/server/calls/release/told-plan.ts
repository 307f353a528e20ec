import { say, type Locale } from '../../../messages.ts'
import { COMPARED_SECTIONS, labelOf, SHOWN_THEME, type Offered, type Planned, type SectionName } from '../../services/release/index.ts'

/** A plan of taking over as a tree to choose from, in the words of whoever asks. */
export function toldPlan({ offered, problems, findings, isModels }: Planned, locale: Locale) {
  const told = ({ sentences }: Offered) => sentences.map(({ english, values }) => say(locale, english, values))
  const groups = new Map<SectionName, Offered[]>()
  for (const part of offered) groups.set(part.section, [...(groups.get(part.section) ?? []), part])
  const options = [...groups].map(([name, parts]) => ({
    label: say(locale, COMPARED_SECTIONS[name]),
    value: name,
    count: parts.length,
    children: parts.map(part => {
      const sentences = [
        ...(part.isConflict ? [say(locale, 'Changed here as well')] : []),
        ...told(part),
        ...(part.isLive ? [say(locale, 'Shown in running apps at once')] : []),
      ]
      const word = labelOf(name, part.id, part.label, locale)
      return {
        label: `${word} · ${sentences.join(', ')}`,
        value: `${name} ${part.id}`,
        name: word,
        change: part.change,
        conflict: part.isConflict,
        sentences,
      }
    }),
  }))
  return {
    options,
    count: offered.length,
    conflicts: offered.filter(part => part.isConflict).length,
    problems: problems.map(({ part, label, code, english, values }) => ({
      part,
      label: part === `theme ${SHOWN_THEME}` ? say(locale, label) : label,
      code,
      text: say(locale, english, values),
    })),
    findings,
    models: isModels,
  }
}
