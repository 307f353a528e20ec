// widgetTemplate.create-group-app
import { createGroup } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.createGroupApp', LEVELS.app, createGroup)
