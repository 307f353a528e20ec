// widgetTemplate.delete-template-company
import { deleteTemplate } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.deleteTemplateCompany', LEVELS.company, deleteTemplate)
