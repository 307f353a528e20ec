// widgetTemplate.create-template
import { createTemplate } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.createTemplate', LEVELS.platform, createTemplate)
