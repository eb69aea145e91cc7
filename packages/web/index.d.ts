/** The folder of the built page: `index.html` and its assets. In a checkout, `npm run build` creates it. */
export declare const pageFolder: string
/** The folder of the documentation site. In a checkout `npm run docs` makes it; an installed package has none. */
export declare const documentationFolder: string
