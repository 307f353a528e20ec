// What other rooms use of this one.
export { createTemplates, TEMPLATE_FILES, TEMPLATE_FOLDER } from './templates.ts'
