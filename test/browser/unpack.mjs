// Unpacks Chromium into the folder for temporary files: TMPDIR says which. The package adds the libraries that bare
// machines lack only where it believes to run in a cloud, which AWS_EXECUTION_ENV tells it.
import chromium from '@sparticuz/chromium'

await chromium.executablePath()
