// Every call and its handler. Nothing to add here: `npm run gen` finds calls/app/create.ts for contract/app/create.json.
export { handlers } from '../../generated/handlers.ts'
