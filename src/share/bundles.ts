// The scripts that bring custom components. They find what amis' own SDK offers them, run in this frame alone, and are waited for.
import { FormItem, OptionsControl, Renderer, ScopedContext, createObject, registerRenderer, resolveVariableAndFilter } from 'amis-core'
import * as React from 'react'
import * as ReactDOM from 'react-dom'

// What a component needs to be one. The whole of amis would have to be kept whole for it.
const amis = { FormItem, OptionsControl, Renderer, ScopedContext, createObject, registerRenderer, resolveVariableAndFilter }
const modules: Record<string, unknown> = { react: React, 'react-dom': ReactDOM, 'amis-core': amis, amis }

function offer() {
  Object.assign(window, {
    React,
    ReactDOM,
    amisRequire: (name: string) => {
      if (!(name in modules)) throw new Error(`there is no module ${name} for custom components`)
      return modules[name]
    },
  })
}

const loadScript = (src: string) =>
  new Promise<void>(done => {
    const script = document.createElement('script')
    script.src = src
    // In the order in which they are named: one may build on another.
    script.async = false
    script.addEventListener('load', () => done())
    script.addEventListener('error', () => {
      console.error(`the script with custom components at ${src} cannot be loaded`)
      done()
    })
    document.head.append(script)
  })

/** Settled when all scripts ran, and what they told amis by message has arrived. */
export async function loadBundles(scripts: readonly string[]) {
  offer()
  await Promise.all(scripts.map(src => loadScript(src)))
  await new Promise<void>(done => {
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', () => setTimeout(done))
    channel.port1.start()
    channel.port2.postMessage(0)
  })
}
