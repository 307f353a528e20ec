// What a running app shows instead of a page.
import type { ReactNode } from 'react'
import { t } from '../i18n.ts'
import { Icon } from '../icons.tsx'

function State({ icon, title, text, children }: { icon: string; title: string; text: string; children?: ReactNode }) {
  return (
    <section className="t-state">
      <span className="t-state-icon">
        <Icon name={icon} size={24} />
      </span>
      <h1>{title}</h1>
      <p>{text}</p>
      {children && <p className="t-state-actions">{children}</p>}
    </section>
  )
}

/** `releases` leads to where one publishes, for those who may. */
export function NotPublished({ releases }: { releases?: string }) {
  return (
    <State
      icon="release"
      title={t('Nothing is published here yet')}
      text={
        releases
          ? t('Publish a release of the app, and its people find it at this address.')
          : t('An administrator of the organisation or the owner of the app can publish it.')
      }
    >
      {releases && (
        <a className="t-button is-primary" href={releases} data-go>
          {t('Go to the releases')}
        </a>
      )}
    </State>
  )
}

export function NoPages({ design }: { design?: string }) {
  return (
    <State icon="pages" title={t('This app has no pages yet')} text={t('Pages that are visible in the menu show up here.')}>
      {design && (
        <a className="t-button is-primary" href={design} data-go>
          {t('Design the first page')}
        </a>
      )}
    </State>
  )
}

export function PageMissing({ home, path }: { home: string; path: string }) {
  return (
    <State icon="search" title={t('No such page')} text={t('The app has no page at {path}.', { path })}>
      <a className="t-button is-primary" href={home} data-go>
        {t('Go to the first page')}
      </a>
    </State>
  )
}

/** In a page of another site, which signs people in itself. */
export function SignedOutHere({ retry }: { retry(): void }) {
  return (
    <State icon="lock" title={t('Nobody is signed in')} text={t('The site that shows this page has to say who you are. Sign in there and try again.')}>
      <button type="button" className="t-button is-primary" onClick={retry}>
        {t('Try again')}
      </button>
    </State>
  )
}

export function PageNotOffered() {
  return <State icon="lock" title={t('This page is not shown here')} text={t('The app does not offer this page to other sites.')} />
}

export function PageForbidden() {
  return <State icon="lock" title={t('No access')} text={t('An administrator of the organisation can give you access to this page.')} />
}
