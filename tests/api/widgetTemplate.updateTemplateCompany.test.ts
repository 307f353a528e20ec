// widgetTemplate.update-template-company
import { updateTemplate } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.updateTemplateCompany', LEVELS.company, updateTemplate)
