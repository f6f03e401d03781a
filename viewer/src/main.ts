document.title = "galet";
