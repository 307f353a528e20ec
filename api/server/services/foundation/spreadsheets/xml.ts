// A part of a spreadsheet as it is unpacked; what is wrong in it is said as "damaged".
import type { Readable } from 'node:stream'
import { xmlParser, type XmlHandler } from '../xml.ts'
import { known } from './archive.ts'

/** Goes through a part; stops for the reader after each piece of it. */
export async function* readXml(stream: Readable, handler: XmlHandler): AsyncGenerator<void> {
  const parser = xmlParser(handler)
  try {
    for await (const piece of stream) {
      parser.write(piece as string)
      yield
    }
    parser.close()
    yield
  } catch (error) {
    throw known(error)
  } finally {
    stream.destroy()
  }
}

/** Goes through a whole part. */
export async function parseXml(stream: Readable, handler: XmlHandler) {
  for await (const _ of readXml(stream, handler));
}
