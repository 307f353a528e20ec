// What the shell would tell a screen about the person and the place, for people and places that only a preview has.
import { config, session } from '../session.ts'
import { routes } from '../site.ts'
import type { AppInPlace } from '../screen-view.tsx'
import { placeOf, type PreviewAsked } from './address.ts'
import { personOf } from './people.ts'

type Asked = Pick<PreviewAsked, 'screenId' | 'as' | 'data' | 'companyKey' | 'appUrlKey'>

export function contextFor(asked: Asked, app: AppInPlace | null, language: string) {
  const { params } = placeOf(asked, routes.get())
  const mine = session.get().companies
  const real = asked.companyKey ? mine.find(one => one.key === asked.companyKey) : asked.data === 'real' ? mine[0] : undefined
  const company = { key: asked.companyKey ?? real?.key ?? 'acme', name: real?.name ?? asked.companyKey ?? 'Acme' }
  const person = personOf(asked.as, company)
  const places = { ...params, ...(params.companyKey && { companyKey: company.key }) }
  return {
    ...person,
    config: config.get(),
    company: params.companyKey ? (person.companies[0] ?? { ...company, role: 'guest' }) : null,
    app: params.appUrlKey ? app : null,
    locale: language,
    search: '',
    hash: '',
    query: {},
    params: places,
    ...places,
  }
}
