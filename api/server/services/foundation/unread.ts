// Large screens and pages as the text that they came as: whoever only keeps it, or hands it to a thread, never has it made into objects here.

/** JSON texts of the schemas that nobody has looked into, as far as is known here. */
const texts = new WeakMap<object, string>()

/** A schema of its JSON text, which is read when somebody looks into it. */
export function unread(text: string): Record<string, unknown> {
  let known: Record<string, unknown> | undefined
  const schema = () => (known ??= JSON.parse(text) as Record<string, unknown>)
  const made = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_none, key) => Reflect.get(schema(), key) as unknown,
      has: (_none, key) => Reflect.has(schema(), key),
      ownKeys: () => Reflect.ownKeys(schema()),
      getOwnPropertyDescriptor: (_none, key) => Reflect.getOwnPropertyDescriptor(schema(), key),
      // Its text is what it is: whoever changes it makes another one.
      set: () => false,
      defineProperty: () => false,
      deleteProperty: () => false,
    },
  )
  texts.set(made, text)
  return made
}

/** The text of a schema that came as one; undefined for what is made of objects already. */
export const unreadText = (schema: unknown): string | undefined => (typeof schema === 'object' && schema !== null ? texts.get(schema) : undefined)
