// widgetTemplate.create-group
import { createGroup } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.createGroup', LEVELS.platform, createGroup)
