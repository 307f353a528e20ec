// widgetTemplate.delete-templates-company
import { deleteTemplates } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.deleteTemplatesCompany', LEVELS.company, deleteTemplates)
