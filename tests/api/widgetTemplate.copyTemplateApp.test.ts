// widgetTemplate.copy-template-app
import { copyTemplate } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.copyTemplateApp', LEVELS.app, copyTemplate)
