// A form that is not valid says so at its fields, and nowhere else: amis' own sentence about the whole form would stand in the footer of drawers and
// dialogs, and pop up beside pages. amis takes an empty text for a missing one, so a blank stands in its place, and notices pass over blanks.
import { registerLocale } from 'amis-core'

for (const language of ['en-US', 'zh-CN']) registerLocale(language, { 'Form.validateFailed': ' ' })
