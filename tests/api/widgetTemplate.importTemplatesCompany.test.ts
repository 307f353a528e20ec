// widgetTemplate.import-templates-company
import { importTemplates } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.importTemplatesCompany', LEVELS.company, importTemplates)
