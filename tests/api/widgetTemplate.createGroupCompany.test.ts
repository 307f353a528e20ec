// widgetTemplate.create-group-company
import { createGroup } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.createGroupCompany', LEVELS.company, createGroup)
