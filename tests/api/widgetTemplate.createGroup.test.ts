// widgetTemplate.create-group, widgetTemplate.create-group-app, widgetTemplate.create-group-company
import { createGroup } from '../support/widget-template-stories.ts'
import { story } from '../support/widget-templates.ts'

story('widgetTemplate.createGroup', createGroup)
