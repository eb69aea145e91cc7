import { type Files, idOfTitle, zipFiles } from '@ludoforge/desk'
import { downloadFile } from '../../app/download.js'

/** Downloads a project as a zip of its folder. */
export function exportProject(title: string, files: Files): void {
  const name = idOfTitle(title)
  downloadFile(`${name}.zip`, new Blob([zipFiles(files, name)], { type: 'application/zip' }))
}
