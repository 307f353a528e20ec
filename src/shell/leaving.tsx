// /logout while somebody is signed in: asked for by hand it signs out; led there, it says so and lets the person decide.
import { useEffect, useState } from 'react'
import { boot } from '../boot.ts'
import { t, useLocale } from '../i18n.ts'
import { session, signOut } from '../session.ts'
import { useStore } from '../store.ts'
import { Skeleton } from './skeleton.tsx'

/** Said once: whoever comes back to this page later was led there. */
let isAsked = boot.signsOut === true

export function Leaving() {
  useLocale()
  const { user } = useStore(session)
  const [begins] = useState(isAsked)
  const [busy, setBusy] = useState(begins)
  const [problem, setProblem] = useState('')
  const leave = async () => {
    setBusy(true)
    setProblem('')
    try {
      await signOut()
    } catch (error) {
      setProblem((error as Error).message)
      setBusy(false)
    }
  }
  useEffect(() => {
    isAsked = false
    if (begins) void leave()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it is opened
  }, [])
  if (busy && !problem) return <Skeleton />
  return (
    <div className="t-state-page">
      <h1>{t('You are still signed in as {name}', { name: user?.name || user?.email || '' })}</h1>
      <p>{t('Signing out takes one more step, because a link may have led here.')}</p>
      {problem && <p className="t-problem">{problem}</p>}
      <button type="button" className="t-button is-primary" onClick={() => void leave()}>
        {t('Sign out')}
      </button>{' '}
      <a className="t-button" href="/home">
        {t('Go home')}
      </a>
    </div>
  )
}
