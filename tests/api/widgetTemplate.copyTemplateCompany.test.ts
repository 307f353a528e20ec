// widgetTemplate.copy-template-company
import { copyTemplate } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.copyTemplateCompany', LEVELS.company, copyTemplate)
