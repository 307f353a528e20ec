// A drawing as a picture file, twice as fine as it is shown.
const FINER = 2

/** Downloads a drawing, whose SVG is at this address, as PNG. */
export async function savePng(svg: string, { width, height }: { width: number; height: number }, name: string) {
  const image = new Image()
  image.src = svg
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * FINER
  canvas.height = height * FINER
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/png'))
  const url = blob ? URL.createObjectURL(blob) : svg
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.${blob ? 'png' : 'svg'}`
  link.click()
  if (blob) setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
