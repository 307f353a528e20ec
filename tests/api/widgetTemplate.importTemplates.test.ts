// widgetTemplate.import-templates, widgetTemplate.import-templates-app, widgetTemplate.import-templates-company
import { importTemplates } from '../support/widget-template-stories.ts'
import { story } from '../support/widget-templates.ts'

story('widgetTemplate.importTemplates', importTemplates)
