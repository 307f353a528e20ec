// widgetTemplate.get-template-app
import { getTemplate } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.getTemplateApp', LEVELS.app, getTemplate)
