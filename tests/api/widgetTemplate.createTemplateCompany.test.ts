// widgetTemplate.create-template-company
import { createTemplate } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.createTemplateCompany', LEVELS.company, createTemplate)
