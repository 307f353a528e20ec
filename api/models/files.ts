// Addresses of the files that rows hold, as expressions of pages. A file is read through the row that names it; its address in the row does not know of that.

/** Where the file of a row is read. */
export const fileAddress = (key: string, id = 'id') => `${key} && STARTSWITH(${key}, '/api/resource/') ? ${key} + '&row=' + ${id} : ${key}`
/** The same for a control, which shows what stands behind the last slash as the name of the file. */
export const fileInForm = (key: string, id = 'id') =>
  `${key} && STARTSWITH(${key}, '/api/resource/') ? ${key} + '&row=' + ${id} + '#/' + SPLIT(${key}, 'name=')[1] : ${key}`
/** What a row keeps of an address that a form was given, or that was uploaded. */
export const fileSent = (key: string, none: string) => `${key} ? SPLIT(${key}, '&row=')[0] : ${none}`
