// How a renderer of ours reaches amis. A display type gets its value looked up; a field gets value and onChange.
import { createContext, useContext, useEffect, useRef, type ComponentType } from 'react'
import { FormItem, Renderer, ScopedContext, getPropValue, registerRenderer, type FormControlProps, type RendererProps } from 'amis-core'

/** The language that a page's answers are read in. In another one what of ours shows something begins anew, names in its answers are in that language; fields stay. */
export const AnswersIn = createContext('')

/** Registers a display type. `value` is what `name` points to in the data around it, or what the JSON says. */
export function renderer<P extends object>(
  type: `tessera-${string}`,
  Component: ComponentType<P> & { propsList?: readonly string[] },
): ComponentType<RendererProps> {
  function Shown(props: RendererProps) {
    return <Component key={useContext(AnswersIn)} {...(props as unknown as P)} value={getPropValue(props)} />
  }
  Shown.displayName = type
  // What amis does not hand on to what is drawn inside.
  Shown.propsList = Component.propsList
  return Renderer({ type, override: true })(Shown as never) as unknown as ComponentType<RendererProps>
}

/** Registers a form field; amis keeps label, help and error to itself. */
export function field<P extends Partial<FormControlProps>>(type: `tessera-${string}`, Component: ComponentType<P>): ComponentType<RendererProps> {
  return FormItem({ type, strictMode: false, override: true } as never)(Component as never) as unknown as ComponentType<RendererProps>
}

/** A type whose module is loaded when a screen first names it; the module registers itself by its default export. */
export function lazy(type: `tessera-${string}`, getComponent: () => Promise<unknown>, { isFormItem = false } = {}) {
  registerRenderer({ type, isFormItem, getComponent } as never)
}

export interface InstanceMethods {
  reload?(): unknown
  /** Reads again what it shows, such as in another language. */
  readAgain?(): unknown
  receive?(values: unknown): unknown
  /** Models whose rows are shown, as source/model. */
  models?(): readonly string[]
  doAction?(action: { actionType: string; args?: Record<string, unknown> }, data: unknown): unknown
}

/** Gives a function component what classes get from amis: an instance that events, reload and doAction can reach. */
export function useInstance(props: RendererProps, methods: InstanceMethods = {}) {
  const scoped = useContext(ScopedContext) as { registerComponent(it: unknown): void; unRegisterComponent(it: unknown): void }
  const self = useRef<Record<string, unknown>>({}).current
  Object.assign(self, methods, { props })
  useEffect(() => {
    scoped.registerComponent(self)
    return () => scoped.unRegisterComponent(self)
  }, [scoped, self])
  return self as unknown as React.Component<RendererProps>
}
