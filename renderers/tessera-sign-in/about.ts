// The sign-in box takes nothing, so that no page has a say in what becomes of a password; and how it is placed.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = {}

export const editor: InEditor = {
  name: 'Sign-in box',
  description: "The product's own sign-in, for the sign-in page of an app. What is typed into it never reaches the page around it.",
  icon: 'form-plugin',
  isForPages: true,
  scaffold: {},
  panel: [],
}
