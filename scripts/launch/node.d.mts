/** How the product's Node is run, for who starts it without `npm start`. */
export declare const productFlags: readonly string[];
