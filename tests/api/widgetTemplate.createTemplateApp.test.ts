// widgetTemplate.create-template-app
import { createTemplate } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.createTemplateApp', LEVELS.app, createTemplate)
