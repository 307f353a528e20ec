// What scrolls can be reached with the keyboard.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectScrolls, OURS, stopAtScrolls } from '../../src/amis/scrolls.ts'

const root = join(import.meta.dirname, '../..')

afterEach(() => document.body.replaceChildren())

/** A part with a size, which jsdom does not know. */
function sized(selector: string, { width = 100, inside = 100 } = {}) {
  const element = document.querySelector<HTMLElement>(selector) as HTMLElement
  element.style.overflowX = 'auto'
  Object.defineProperty(element, 'clientWidth', { value: width, configurable: true })
  Object.defineProperty(element, 'scrollWidth', { value: inside, configurable: true })
  return element
}
const attributes = (element: Element) => ({
  stop: element.getAttribute('tabindex'),
  role: element.getAttribute('role'),
  name: element.getAttribute('aria-label'),
})
const NONE = { stop: null, role: null, name: null }

describe('what scrolls', () => {
  it('is a stop of the tab key with the name of the heading above it, while it scrolls and nothing in it is one', () => {
    document.body.innerHTML = `<h1>Releases</h1><h2>What it changes</h2><div class="cxd-Table-content"><table><tr><td>1</td></tr></table></div><h2>Later</h2>`
    const table = sized('.cxd-Table-content', { inside: 300 })
    stopAtScrolls(document.body)
    expect(attributes(table)).toEqual({ stop: '0', role: 'region', name: 'What it changes' })
    table.insertAdjacentHTML('beforeend', '<a href="/home">Home</a>')
    stopAtScrolls(document.body)
    expect(attributes(table)).toEqual(NONE)
    table.querySelector('a')?.remove()
    stopAtScrolls(document.body)
    sized('.cxd-Table-content')
    stopAtScrolls(document.body)
    expect(attributes(table)).toEqual(NONE)
  })

  it('keeps what its own part says of it', () => {
    document.body.innerHTML = `<div class="tes-icons" role="listbox" aria-label="Icons"></div><div class="tes-report"><ul tabindex="-1"></ul></div>`
    const [icons, report] = [sized('.tes-icons', { inside: 300 }), sized('.tes-report ul', { inside: 300 })]
    stopAtScrolls(document.body)
    expect(attributes(icons)).toEqual({ stop: '0', role: 'listbox', name: 'Icons' })
    expect(attributes(report)).toEqual({ ...NONE, stop: '-1' })
    sized('.tes-icons')
    stopAtScrolls(document.body)
    expect(attributes(icons)).toEqual({ stop: null, role: 'listbox', name: 'Icons' })
  })

  it('is looked at when something comes', async () => {
    vi.useFakeTimers()
    const end = connectScrolls(document.body)
    document.body.innerHTML = '<h2>Log</h2><pre class="cxd-Log-body"></pre>'
    const log = sized('pre', { inside: 300 })
    await vi.advanceTimersByTimeAsync(1000)
    expect(attributes(log)).toEqual({ stop: '0', role: 'region', name: 'Log' })
    end()
    vi.useRealTimers()
  })

  it('is all known, wherever a style sheet of ours lets a part scroll', () => {
    const files = ['src/styles', ...readdirSync(join(root, 'renderers')).map(name => `renderers/${name}`)]
      .filter(folder => !/\.\w+$/.test(folder))
      .flatMap(folder => readdirSync(join(root, folder)).flatMap(name => (name.endsWith('.css') && name !== 'critical.css' ? [join(root, folder, name)] : [])))
    const found = files.flatMap(file =>
      [
        ...readFileSync(file, 'utf8')
          .replaceAll(/\/\*[^]*?\*\//g, '')
          .matchAll(/([^{};]+)\{([^{}]*)\}/g),
      ].flatMap(([, selectors = '', rules = '']) => (/overflow(-[xy])?: *(auto|scroll)/.test(rules) ? selectors.split(',').map(one => one.trim()) : [])),
    )
    expect(found.length).toBeGreaterThan(20)
    expect([...new Set(found)].filter(selector => !OURS.includes(selector))).toEqual([])
    expect(OURS.filter(selector => !found.includes(selector))).toEqual([])
  })
})
