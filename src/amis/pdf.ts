// pdf.js reads documents in a worker, and amis wants to be told where it is.
import { setGlobalOptions } from 'amis-core'
// oxlint-disable-next-line import/default -- the build makes this module: the address of the file
import pdfjsWorkerSrc from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

setGlobalOptions({ pdfjsWorkerSrc })
