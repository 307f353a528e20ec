// widgetTemplate.get-template-company
import { getTemplate } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.getTemplateCompany', LEVELS.company, getTemplate)
