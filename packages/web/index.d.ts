/** The folder of the built page: `index.html` and its assets. In a checkout, `npm run build` creates it. */
export declare const pageFolder: string
