// A drawing as a picture file, twice as fine as it is shown.
const FINER = 2

/** Downloads a drawing as PNG, on a ground of this colour. */
export async function savePng(drawing: SVGSVGElement, ground: string, name: string) {
  const { width, height } = drawing.getBoundingClientRect()
  const image = new Image()
  image.src = `data:image/svg+xml;charset=UTF-8,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * FINER)
  canvas.height = Math.round(height * FINER)
  const paper = canvas.getContext('2d')
  if (!paper) return
  paper.fillStyle = ground
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/png'))
  if (!blob) return
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.png`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
