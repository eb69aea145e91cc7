/** Downloads a text as a file. */
export function downloadText(name: string, text: string): void {
  downloadFile(name, new Blob([text], { type: 'text/plain' }))
}

/** Downloads data as a file. */
export function downloadFile(name: string, data: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(data)
  link.download = name.replaceAll(/[^\p{L}\p{N}. _-]/gu, '-')
  link.click()
  URL.revokeObjectURL(link.href)
}
