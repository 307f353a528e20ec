// widgetTemplate.list-templates-company
import { listTemplates } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.listTemplatesCompany', LEVELS.company, listTemplates)
