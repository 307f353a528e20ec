// An editor that throws while it turns into something else is put up again, with the page as it was; one that throws again at once is told as it is.
import { Component, type ReactNode } from 'react'

const AT_ONCE_MS = 5_000

interface Props {
  children: ReactNode
  /** Called before what is inside is put up again. */
  again(): void
}

export class OnceMore extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {}
  lastAt = -Infinity

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override componentDidCatch(error: unknown) {
    const at = performance.now()
    if (at - this.lastAt < AT_ONCE_MS) return
    this.lastAt = at
    console.warn(error)
    this.props.again()
    this.setState({ error: undefined })
  }
  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (performance.now() - this.lastAt < AT_ONCE_MS) throw error
    return null
  }
}
