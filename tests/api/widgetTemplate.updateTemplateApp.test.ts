// widgetTemplate.update-template-app
import { updateTemplate } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.updateTemplateApp', LEVELS.app, updateTemplate)
