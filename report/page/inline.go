package page

import (
	"encoding/xml"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"xcbench/internal/lazy"
)

// inline turns an SVG document into a part of the page. It rebuilds the document from a short list
// of elements and attributes, so that nothing in it can run or load anything. Ids get a prefix,
// because two documents may use the same id. The colours of plots become variables of the style
// sheet, which has other values for a dark page.
func inline(document, prefix string) (template.HTML, error) {
	var out strings.Builder
	in := xml.NewDecoder(strings.NewReader(document))
	var open []string   // the open elements
	unfinished := false // the start tag of the last element lacks its ">"
	finishTag := func() {
		if unfinished {
			out.WriteString(">")
		}
		unfinished = false
	}
	for {
		token, err := in.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.StartElement:
			name := t.Name.Local
			if name == "metadata" || name == "style" { // the page has its own colours
				if err := in.Skip(); err != nil {
					return "", err
				}
				continue
			}
			if !slices.Contains(drawingElements, name) {
				return "", fmt.Errorf("element %s in a plot, expected one of %s", name, strings.Join(drawingElements, ", "))
			}
			finishTag()
			open, unfinished = append(open, name), true
			out.WriteString("<" + name)
			for _, a := range t.Attr {
				if value, ok := attribute(name, a, prefix); ok {
					out.WriteString(" " + a.Name.Local + `="` + template.HTMLEscapeString(value) + `"`)
				}
			}
		case xml.EndElement:
			open = open[:len(open)-1]
			if unfinished {
				out.WriteString("/>")
			} else {
				out.WriteString("</" + t.Name.Local + ">")
			}
			unfinished = false
		case xml.CharData:
			if text := string(t); len(open) > 0 && (slices.Contains(textElements, open[len(open)-1]) || strings.TrimSpace(text) != "") {
				finishTag()
				out.WriteString(template.HTMLEscapeString(text))
			}
		}
	}
	return template.HTML(out.String()), nil
}

var drawingElements = []string{
	"svg", "g", "defs", "title", "desc", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon",
	"text", "tspan", "clipPath", "linearGradient", "stop", "image",
}

// textElements are the elements in which white space counts.
var textElements = []string{"text", "tspan", "title", "desc"}

// drawingAttributes matches the attributes that inline keeps.
var drawingAttributes = lazy.Regexp(`^(viewBox|role|class|d|points|transform|x|y|dx|dy|x1|y1|x2|y2|` +
	`cx|cy|r|rx|ry|width|height|fill|fill-opacity|fill-rule|stroke|stroke-[a-z]+|opacity|font-[a-z]+|` +
	`text-anchor|dominant-baseline|style|clip-path|offset|preserveAspectRatio|href|id)$`)

var localReference = lazy.Regexp(`^url\(#([^)"']+)\)$`)

// attribute returns the new value of an attribute, and whether to keep it.
func attribute(element string, a xml.Attr, prefix string) (string, bool) {
	value := a.Value
	switch name := a.Name.Local; {
	case !drawingAttributes().MatchString(name) || a.Name.Space == "xmlns":
		return "", false
	case name == "id":
		return prefix + value, true
	case name == "href":
		return value, element == "image" && strings.HasPrefix(value, "data:image/png;base64,")
	case name == "style":
		value = style(element, value)
		return value, value != ""
	case name == "fill" || name == "stroke":
		return colour(element, value), !strings.Contains(value, "url(")
	case strings.Contains(value, "url("):
		m := localReference().FindStringSubmatch(value)
		if m == nil {
			return "", false
		}
		return "url(#" + prefix + m[1] + ")", true
	}
	return value, true
}

// defaults are declarations that the page does not need.
var defaults = map[string]bool{"stroke:none": true}

// style returns declarations without the defaults, and with the colours of the page.
func style(element, text string) string {
	var all []string
	for _, d := range strings.Split(text, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(d), ":")
		if name == "" || strings.Contains(value, "url(") || strings.ContainsAny(value, `\@<`) || defaults[name+":"+value] {
			continue
		}
		if name == "fill" || name == "stroke" {
			value = colour(element, value)
		}
		all = append(all, name+":"+value)
	}
	return strings.Join(all, ";")
}

// plotColours maps the colours of plots to variables of the style sheet.
var plotColours = map[string]string{
	"#333333": "ink", "#767676": "muted", "#E4E4E4": "grid", "#B8B8B8": "faint", "#FFFFFF": "paper", "#000000": "c7",
	"#0072B2": "c1", "#D55E00": "c2", "#009E73": "c3", "#CC79A7": "c4", "#E69F00": "c5", "#56B4E9": "c6",
}

// colour returns the variable of the style sheet for a colour of a plot. Coloured text becomes ink,
// because it is hard to read in the colour of its line.
func colour(element, value string) string {
	name, ok := plotColours[strings.ToUpper(value)]
	switch {
	case !ok || element == "text" && name == "paper": // white text is on a dark area, in any theme
		return value
	case element == "text" && name[0] == 'c':
		name = "ink"
	}
	return "var(--" + name + ")"
}

// spots matches the invisible marks of a plot that show values to the pointer.
var spots = lazy.Regexp(`(?s)<g class="spots".*?</g>`)
